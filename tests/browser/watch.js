// Before a page's own scripts: what breaks its content policy, what moves, when messages come,
// and which version of each stream is shown.

globalThis.watched = { shifts: [], messages: [], versions: {}, loaded: Infinity };
addEventListener("securitypolicyviolation", (event) => {
  console.error(`content policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
});
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const moved = entry.sources.map(({ node }) => node?.id || node?.parentElement?.id || "");
    if (!entry.hadRecentInput) watched.shifts.push({ value: entry.value, at: entry.startTime, moved });
  }
}).observe({ type: "layout-shift", buffered: true });
addEventListener("load", () => {
  requestAnimationFrame(() => requestAnimationFrame(() => (watched.loaded = performance.now())));
});
const Socket = globalThis.WebSocket;
globalThis.WebSocket = class extends Socket {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      const { stream, version, after } = JSON.parse(data);
      if (after === undefined || after === watched.versions[stream]) watched.versions[stream] = version;
      watched.messages.push({ at: performance.timeOrigin + performance.now(), stream });
      if (watched.messages.length > 1000) watched.messages.shift();
    });
  }
};
