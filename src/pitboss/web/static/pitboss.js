// The socket of a page: elements come whole, by their ids, and take the place of the old ones.
// A gap in the versions is told to the server, which sends what is missing.

const RECONNECT_MS = 300;
const SPREAD_MS = 500;
const versions = new Map();

function say(id, text) {
  const element = document.getElementById(id);
  if (element) element.textContent = text;
}

function swap(view) {
  const focused = document.activeElement?.id;
  for (const [id, html] of Object.entries(view)) {
    const old = document.getElementById(id);
    const made = document.createElement("template");
    made.innerHTML = html;
    const element = made.content.firstElementChild;
    if (old && element && !old.isEqualNode(element)) old.replaceWith(element);
  }
  if (focused && document.activeElement?.id !== focused) {
    document.getElementById(focused)?.focus({ preventScroll: true });
  }
}

function connect(query) {
  const origin = location.origin.replace(/^http/, "ws");
  const socket = new WebSocket(`${origin}/api/v1/live?${query}`);
  socket.addEventListener("open", () => say("link", "live"));
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data);
    const has = versions.get(message.stream);
    if ("changes" in message && message.after !== has) {
      socket.send(JSON.stringify({ since: { [message.stream]: has ?? 0 } }));
      return;
    }
    versions.set(message.stream, message.version);
    swap(message.snapshot ?? message.changes);
    countDown();
  });
  socket.addEventListener("close", ({ code, reason }) => {
    if (code === 1008) {
      say("link", "ended");
      if (reason === "token-ended") location.assign("/sign-in");
      return;
    }
    say("link", "connection lost, trying again");
    setTimeout(() => connect(query), RECONNECT_MS + Math.random() * SPREAD_MS);
  });
}

function cookie(name) {
  const parts = document.cookie.split("; ").map((part) => part.split("="));
  return parts.find(([key]) => key === name)?.[1];
}

async function post(path, data) {
  const headers = { "Content-Type": "application/json" };
  const csrf = cookie("pitboss-csrf") ?? cookie("pitboss-device-csrf");
  if (csrf) headers["X-CSRF-Token"] = csrf;
  const body = data && JSON.stringify(data);
  const response = await fetch(path, { method: "POST", headers, body });
  return { status: response.status, answer: await response.json() };
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const KINDS = { number: Number, boolean: (text) => text === "true" };

function fieldsOf(form) {
  const named = [...form.elements].filter((element) => element.name);
  return Object.fromEntries(
    named.map(({ name, value, dataset }) => [name, (KINDS[dataset.kind] ?? String)(value)]),
  );
}

function filled(pattern, fields) {
  return pattern.replace(/\{(\w+)\}/g, (_, name) => fields[name]);
}

async function submit(event) {
  const form = event.target;
  if (!form.dataset.post && !form.dataset.commands) return;
  event.preventDefault();
  const fields = fieldsOf(form);
  const commands = form.dataset.commands;
  const asked = commands ? { id: newId(), line: filled(form.dataset.line ?? "{line}", fields) } : fields;
  const data = Object.keys(asked).length ? asked : undefined;
  try {
    const { status, answer } = await post(commands ?? form.dataset.post, data);
    if (status >= 400) {
      say("told", `${answer.message}; ${answer.remedy}`);
    } else if (form.dataset.next) {
      location.assign(filled(form.dataset.next, fields));
    } else {
      const facts = (answer.facts ?? []).map((fact) => fact.kind).join(", ");
      say("told", answer.proposal ? `waits for approval as ${answer.proposal}` : facts);
      form.querySelector("input[name=line]")?.select();
    }
  } catch {
    say("told", "the server does not answer; look whether it was done before you ask again");
  }
}

function countDown() {
  for (const element of document.querySelectorAll("[data-closes-at]")) {
    const left = Math.ceil(Number(element.dataset.closesAt) - Date.now() / 1000);
    element.textContent = left > 0 ? `bets close in ${left} s,` : "";
  }
}

document.addEventListener("submit", submit);
setInterval(countDown, 250);
const live = document.body.dataset.live;
if (live) connect(live);
