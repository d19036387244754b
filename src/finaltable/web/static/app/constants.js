// Constants that Python has too. Written by `make constants`: edit them in Python.
export const ASSUMPTION =
  "the player in each place is busted by any of those in better places, each as likely as the others";
export const BOARDS = 1712304;
export const CLASSES = 169;
export const COMBOS = 1326;
export const CURRENCIES = "$\u00a2\u00a3\u00a4\u00a5\u20a0-\u20cf";
export const DECIDE_TOLERANCE = 1e-6;
export const DEPTHS = [6, 10, 15];
export const EVERYTHING = ["RANDOM", "ANY", "ANY2", "XX", "100%"];
export const FINEST = 8;
export const INTERVALS = [1, 3, 7, 14, 30];
export const LARGEST = 1e100;
export const LOOK_AHEAD = ["tournament", "orbit", "seat"];
export const MAX_LINE = 300;
export const MAX_NAME = 80;
export const MAX_PASTED = 20000;
export const MAX_RANGE = 40000;
export const MAX_TREE_PLAYERS = 11;
export const MIXED = [0.01, 0.99];
export const MODELS = ["icm", "sem", "dcm"];
export const MOST_NAMED = 12;
export const NASH = {
  MOST_PLAYERS: 10,
  SECONDS: 30.0,
  TOLERANCE: 1e-5,
  VALUES: 0.05,
  UNREACHED: 1e-15,
  CARD_ERROR: 0.004,
  CARD_ERROR_ELSEWHERE: 0.0005,
  RAISER_FACES_TWO: 3.0,
};
export const OFTEN_THREE = 0.1;
export const PROPOSALS = ["icm", "sem", "dcm", "between", "chip_chop", "equal"];
export const RANKS = "23456789TJQKA";
export const SAMPLES = 1000000;
export const SMALLEST = 1e-100;
export const SOLUTION = {
  magic: "finaltable solution 1\n",
  most_header: 1000000,
  most_bytes: 268435456,
  most_sweeps: 1000000,
  longest_model: 1000,
  most_share: 1000000.0,
};
export const STRUCTURES = {
  usual: [
    [1],
    [0.65, 0.35],
    [0.5, 0.3, 0.2],
    [0.4, 0.28, 0.19, 0.13],
    [0.37, 0.25, 0.17, 0.12, 0.09],
    [0.34, 0.23, 0.16, 0.12, 0.085, 0.065],
    [0.32, 0.215, 0.15, 0.11, 0.085, 0.065, 0.055],
    [0.31, 0.205, 0.145, 0.108, 0.082, 0.062, 0.048, 0.04],
    [0.302, 0.201, 0.144, 0.107, 0.081, 0.06, 0.045, 0.034, 0.026],
  ],
  top_heavy: [[1], [0.75, 0.25], [0.65, 0.25, 0.1]],
  flat: [[1], [0.55, 0.45], [0.4, 0.33, 0.27], [0.31, 0.26, 0.23, 0.2]],
  winner: [[1]],
  sit_and_go: [[1], [1], [1], [0.65, 0.35], [0.65, 0.35], [0.65, 0.35], [0.5, 0.3, 0.2]],
};
export const THREE = { SCALES: [0.001485746900604325, 0.0011445324928381865] };
export const TURNS = "[\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069]";
export const UNITS = { k: 1000, m: 1000000, bn: 1000000000, b: 1000000000 };
export const UNSEEN =
  "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\udb40\udd00-\udb40\uddef]";
