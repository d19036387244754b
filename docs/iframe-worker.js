// Search runs in a worker. Browsers refuse workers to pages opened from a file, so a hidden frame replaces it there.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(script) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      this.inside.postMessage = (data) => this.hear(data);
      this.inside.importScripts = (...scripts) =>
        scripts.reduce((before, next) => before.then(() => this.load(next)), Promise.resolve());
      this.ready = this.load(script);
    }
    load(script) {
      return new Promise((resolve, reject) => {
        const tag = this.inside.document.createElement("script");
        tag.src = new URL(script, location.href);
        tag.onload = resolve;
        tag.onerror = reject;
        this.inside.document.body.append(tag);
      });
    }
    hear(data) {
      // As with a worker, the two sides share nothing and do not wait for each other.
      const message = new MessageEvent("message", { data: structuredClone(data) });
      setTimeout(() => {
        this.dispatchEvent(message);
        this.onmessage?.(message);
      });
    }
    postMessage(data) {
      this.ready.then(() => {
        const message = new this.inside.MessageEvent("message", { data: structuredClone(data) });
        this.inside.dispatchEvent(message);
        this.inside.onmessage?.(message);
      });
    }
    terminate() {
      this.inside.frameElement.remove();
    }
  };
}
