/*
 * Open a printed sheet by its code, with the device's camera, or by its number. Without a signal, this works from the
 * page's sheet data.
 */

import { isUnsent } from "~/modules/offline/rules/kept-forms";
import { createElement, getField, type PagePart } from "../dom";
import {
  filterOfflineSheets,
  getSheetFormUrl,
  type OfflineSheet,
  type OfflineSheetData,
  parseOfflineSheetData,
  parseScannedCode,
} from "./sheet-codes";
import { listItems } from "./store";

const LOOK_EVERY_MS = 200;
/** Maximum pixels per side; the code reader doesn't need more. */
const MAX_PIXELS = 1_000;

type Look = (video: HTMLVideoElement) => Promise<string | null>;
type Detector = { detect(from: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type DetectorKind = { new (of: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

/** Use the browser's own code reader if it has one, else load a reader script. */
async function reader(): Promise<Look> {
  const Kind: DetectorKind | undefined = Reflect.get(window, "BarcodeDetector");
  if (Kind && (await Kind.getSupportedFormats().catch((): string[] => [])).includes("qr_code")) {
    const detector = new Kind({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  }
  const { decodeQR } = await import("qr/decode.js");
  const canvas = document.createElement("canvas");
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, MAX_PIXELS / Math.max(video.videoWidth, video.videoHeight, 1));
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    if (!drawing || !width || !height) return null;
    Object.assign(canvas, { width, height });
    drawing.drawImage(video, 0, 0, width, height);
    try {
      return decodeQR(drawing.getImageData(0, 0, width, height));
    } catch {
      return null;
    }
  };
}

/** Watch the camera until a Timbertally code is in view or the user presses the stop button. */
async function look(box: HTMLElement, found: (text: string) => boolean): Promise<void> {
  const element = createElement("p", { role: "status" }, "Hold the sheet's code in front of the camera.");
  const video = createElement("video", {
    playsinline: "",
    muted: "",
    class: "camera",
    "aria-label": "Camera",
  });
  const stop = createElement("button", { type: "button", class: "button" }, "Stop the camera");
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  const end = () => {
    for (const track of stream.getTracks()) track.stop();
    box.replaceChildren();
  };
  stop.addEventListener("click", end);
  addEventListener("pagehide", end, { once: true });
  box.replaceChildren(element, video, createElement("p", { class: "row" }, stop));
  video.srcObject = stream;
  await video.play();
  const read = await reader();
  while (stream.active && box.contains(video)) {
    const text = await read(video).catch(() => null);
    if (text && found(text)) return end();
    if (text) element.textContent = "This isn't the code of a sheet or a ticket. Try the code on the sheet.";
    await new Promise((resume) => setTimeout(resume, LOOK_EVERY_MS));
  }
}

const hasSignal = () => navigator.onLine && !document.querySelector("[data-kept-page]");

function scanning(box: HTMLElement, hand: OfflineSheetData) {
  const answer = createElement("div", { role: "status", class: "stack" });
  const go = (to: string) => location.assign(to);
  const offer = (title: string, links: [string, string][]) =>
    answer.replaceChildren(
      createElement(
        "div",
        { class: "notice warn" },
        createElement("p", {}, createElement("strong", {}, title)),
        createElement(
          "ul",
          {},
          ...links.map(([words, href]) => createElement("li", {}, createElement("a", { href }, words))),
        ),
      ),
    );
  const jobName = (id: number) => hand.jobs.find((job) => job.id === id)?.name ?? "This job";
  const open = async ({ job, id, number }: OfflineSheet, sig = "") => {
    const typed = (await listItems()).find(
      (item) =>
        isUnsent(item) && item.fields.some(([name, v]) => name === "sheet_number" && v === String(number)),
    );
    if (typed)
      return offer(`Sheet ${number} is already on this device`, [
        ["Continue with this load", `/outbox/load?of=${typed.id}`],
      ]);
    go(getSheetFormUrl(job, { sheet: id, sig, number }));
  };
  const byCode = (sheet: number, sig: string) => {
    if (hasSignal()) return go(`/sheets/${sheet}?${new URLSearchParams(sig ? { sig } : {})}`);
    const [known] = filterOfflineSheets(hand, { id: sheet });
    if (known) return open(known, sig).catch(() => {});
    offer(
      "Which job is the sheet for?",
      hand.jobs.map(({ id, name }) => [name, getSheetFormUrl(id, { sheet, sig })]),
    );
  };
  const byNumber = (number: number, job: number | undefined) => {
    const [one, ...others] = filterOfflineSheets(hand, { number, job });
    if (one && others.length === 0) return open(one).catch(() => {});
    const jobs = one ? [one, ...others].map((sheet) => sheet.job) : hand.jobs.map(({ id }) => id);
    offer(
      one
        ? `Several jobs have a sheet ${number}`
        : `No sheet ${number} is saved on this device. Which job is it for?`,
      jobs
        .filter((id) => job === undefined || id === job)
        .map((id) => [jobName(id), getSheetFormUrl(id, { number })]),
    );
  };
  const form = box.querySelector("form");
  form?.before(answer);
  form?.addEventListener("submit", (event) => {
    if (hasSignal()) return;
    event.preventDefault();
    const number = Number(getField(form, "number")?.value.replace(/^\s*#/, ""));
    const job = Number(getField(form, "job_id")?.value || Number.NaN);
    if (Number.isInteger(number) && number > 0) byNumber(number, Number.isNaN(job) ? undefined : job);
  });
  // Handle a page that was opened by a code or number while there was no signal.
  const query = new URLSearchParams(location.search);
  if (!hasSignal() && query.get("sheet")) byCode(Number(query.get("sheet")), query.get("sig") ?? "");
  if (!navigator.mediaDevices?.getUserMedia) return;
  const camera = createElement("div", { class: "stack" });
  const start = createElement(
    "button",
    { type: "button", class: "button primary big" },
    "Scan with the camera",
  );
  const row = createElement("p", { class: "row" }, start);
  start.addEventListener("click", () => {
    row.after(camera);
    look(camera, (text) => {
      const code = parseScannedCode(text);
      if (!code) return false;
      if ("path" in code) go(code.path);
      else byCode(code.sheet, code.sig);
      return true;
    }).catch(() => {
      camera.replaceChildren(
        createElement(
          "p",
          { class: "notice warn", role: "alert" },
          "The camera can't be used here. Type the number instead.",
        ),
      );
    });
  });
  box.prepend(row);
}

export default function initScanner(part: PagePart) {
  for (const box of part.querySelectorAll<HTMLElement>("[data-scan]")) {
    if (box.dataset.wired) continue;
    box.dataset.wired = "1";
    scanning(box, parseOfflineSheetData(box.dataset.scan));
  }
}
