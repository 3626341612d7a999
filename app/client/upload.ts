/* Check the size of a chosen file before sending, and shrink photos. */
import { formatTooLargeMessage, MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { findExifSegment, insertExif } from "~/lib/files/jpeg-exif";
import { createElement, type PagePart, queryAll } from "./dom";

const MEGABYTE = 1024 * 1024;
/** Maximum pixels of the longer side: slightly more than the server stores, so that no detail is lost. */
const MAX_SIDE = 2000;
/** Photos below this size are sent unchanged. */
const SMALL_BYTES = MEGABYTE / 2;

export default function initUploads(part: PagePart) {
  for (const input of queryAll<HTMLInputElement>(part, "input[type=file][data-megabytes]")) {
    const check = async () => {
      const [file] = input.files ?? [];
      say(input, file ? problemOf(file, Number(input.dataset.megabytes)) : "");
      if (!file?.type.startsWith("image/") || file.size < SMALL_BYTES || !("shrink" in input.dataset)) return;
      const small = await shrinkPhoto(file).catch(() => null);
      // Discard the result if the user has chosen another file in the meantime.
      if (!small || small.size >= file.size || input.files?.[0] !== file) return;
      const chosen = new DataTransfer();
      chosen.items.add(small);
      input.files = chosen.files;
      say(input, problemOf(small, Number(input.dataset.megabytes)));
    };
    input.addEventListener("change", check);
    if (input.files?.length) check();
  }
}

function problemOf(file: File, megabytes: number): string {
  const most = file.type === "application/pdf" ? Math.min(megabytes, MAX_UPLOAD_MEGABYTES.pdf) : megabytes;
  return file.size > most * MEGABYTE ? formatTooLargeMessage(most) : "";
}

/** Show the problem with a file at its field, where the server would show it; the form can't be sent with this file. */
function say(input: HTMLInputElement, problem: string) {
  input.setCustomValidity(problem);
  const id = `${input.id}-error`;
  const shown = document.getElementById(id);
  if (!problem) {
    shown?.remove();
    input.removeAttribute("aria-invalid");
    return;
  }
  input.setAttribute("aria-invalid", "true");
  if (shown) shown.textContent = problem;
  else input.after(createElement("span", { class: "error", id, role: "alert" }, problem));
}

/** Convert a photo to an upright JPEG of fewer pixels, with its camera metadata; throws if this browser can't read it. */
async function shrinkPhoto(file: File): Promise<File | null> {
  const image = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.88));
  if (!blob) return null;
  const jpeg = new Uint8Array(await blob.arrayBuffer());
  const exif = findExifSegment(new Uint8Array(await file.arrayBuffer()));
  return new File([exif ? insertExif(jpeg, exif) : jpeg], file.name.replace(/\.\w+$/, ".jpg"), {
    type: "image/jpeg",
  });
}
