import { describe, expect, test } from "vitest";
import { findExifSegment, insertExif } from "./jpeg-exif";

/** Create an EXIF segment with orientation 6 (a phone held upright) and an empty second entry, in either byte order. */
function segment(isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(10 + 8 + 2 + 24 + 4);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xffe1);
  view.setUint16(2, bytes.length - 2);
  view.setUint32(4, 0x45786966);
  view.setUint16(10, isLittle ? 0x4949 : 0x4d4d);
  view.setUint16(12, 42, isLittle);
  view.setUint32(14, 8, isLittle);
  view.setUint16(18, 2, isLittle);
  view.setUint16(20, 0x010f, isLittle);
  view.setUint16(32, 0x0112, isLittle);
  view.setUint16(34, 3, isLittle);
  view.setUint32(36, 1, isLittle);
  view.setUint16(40, 6, isLittle);
  return bytes;
}
const jpeg = (...segments: Uint8Array[]) =>
  new Uint8Array([0xff, 0xd8, ...segments.flatMap((part) => [...part]), 0xff, 0xda, 0, 2, 9, 9, 0xff, 0xd9]);
const JFIF = new Uint8Array([0xff, 0xe0, 0, 4, 1, 1]);

describe.each([
  ["little", true],
  ["big", false],
])("an EXIF segment in %s-endian byte order", (_order, isLittle) => {
  test("inserts an EXIF segment into another JPEG with upright orientation", () => {
    const exifSegment = findExifSegment(jpeg(JFIF, segment(isLittle)));
    expect(exifSegment).toEqual(segment(isLittle));
    const whole = insertExif(jpeg(JFIF), exifSegment ?? new Uint8Array());
    const copied = findExifSegment(whole);
    expect(copied && new DataView(copied.buffer, copied.byteOffset).getUint16(40, isLittle)).toBe(1);
    expect([...whole].slice(2 + segment(isLittle).length)).toEqual([...jpeg(JFIF)].slice(2));
  });
});

test.each([
  ["nothing", new Uint8Array()],
  ["a PNG", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 0])],
  ["a JPEG without it", jpeg(JFIF)],
  ["a segment that goes on behind the end", jpeg(new Uint8Array([0xff, 0xe1, 0xff, 0xff, 0x45, 0x78]))],
])("finds no EXIF segment in %s", (_what, bytes) => {
  expect(findExifSegment(bytes)).toBeNull();
});
