const ORIENTATION = 0x0112;
const SHORT = 3;

/** Return the EXIF segment of a JPEG, including its marker; null if there is none. */
export function findExifSegment(jpeg: Uint8Array): Uint8Array | null {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  if (jpeg.length < 4 || view.getUint16(0) !== 0xffd8) return null;
  let start = 2;
  while (start + 10 <= jpeg.length) {
    const marker = view.getUint16(start);
    // Segments before the image data have a length field, which includes itself.
    if (marker < 0xffe0 || marker === 0xffff) return null;
    const end = start + 2 + view.getUint16(start + 2);
    if (end > jpeg.length) return null;
    const isExif = marker === 0xffe1 && view.getUint32(start + 4) === 0x45786966;
    if (isExif) return jpeg.slice(start, end);
    start = end;
  }
  return null;
}

/**
 * Insert another JPEG's EXIF segment into a JPEG whose image is already upright; the inserted orientation is set to
 * upright.
 */
export function insertExif(jpeg: Uint8Array, segment: Uint8Array): Uint8Array<ArrayBuffer> {
  const upright = segment.slice();
  setUpright(upright);
  const whole = new Uint8Array(jpeg.length + upright.length);
  whole.set(jpeg.subarray(0, 2));
  whole.set(upright, 2);
  whole.set(jpeg.subarray(2), 2 + upright.length);
  return whole;
}

/** Set the orientation in the first directory of an EXIF segment, if it has one. */
function setUpright(segment: Uint8Array): void {
  // The marker, length and "Exif" with two zeros are ten bytes; offsets count from their end.
  const tiff = new DataView(segment.buffer, segment.byteOffset + 10, segment.byteLength - 10);
  if (tiff.byteLength < 8) return;
  const isLittle = tiff.getUint16(0) === 0x4949;
  const directory = tiff.getUint32(4, isLittle);
  if (directory + 2 > tiff.byteLength) return;
  const entries = tiff.getUint16(directory, isLittle);
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > tiff.byteLength) return;
    if (tiff.getUint16(entry, isLittle) === ORIENTATION && tiff.getUint16(entry + 2, isLittle) === SHORT)
      tiff.setUint16(entry + 8, 1, isLittle);
  }
}
