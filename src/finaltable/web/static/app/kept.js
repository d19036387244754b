// Solved and opened charts, kept in this browser: a reload shows them without solving. The oldest give way to new ones.
const NAME = "finaltable.charts";
const MOST = 12; // charts; of nine players, each has about a megabyte

/** @typedef {{ answer: any, bytes?: Uint8Array }} Chart `bytes`: the file that it was opened from */

/** @returns {Promise<IDBDatabase>} */
const opened = () =>
  new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(NAME, { keyPath: "key" }).createIndex("at", "at");
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

/** Do something with the charts; null where the browser stores nothing. @param {IDBTransactionMode} mode */
async function withCharts(mode, run) {
  try {
    const database = await opened();
    try {
      return await new Promise((resolve, reject) => {
        const change = database.transaction(NAME, mode);
        const asked = run(change.objectStore(NAME));
        change.oncomplete = () => resolve(asked?.result ?? null);
        change.onerror = () => reject(change.error);
        change.onabort = () => reject(change.error);
      });
    } finally {
      database.close();
    }
  } catch {
    return null; // private windows, full storage
  }
}

/** The chart of a request. @returns {Promise<Chart | null>} */
export const findChart = (request) => withCharts("readonly", (charts) => charts.get(JSON.stringify(request)));

/** Keep the chart of a request. @param {Chart} chart */
export const keepChart = (request, chart) =>
  withCharts("readwrite", (charts) => {
    charts.put({ ...chart, key: JSON.stringify(request), at: Date.now() });
    charts.index("at").getAllKeys().onsuccess = ({ target }) => {
      for (const key of target.result.slice(0, -MOST)) charts.delete(key);
    };
  });
