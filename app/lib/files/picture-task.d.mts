export declare const MOST_PIXELS: number;
export declare const MOST_PIXELS_WHOLE: number;
export type PictureInput = { from: string; to: { path: string; size: number }[]; heic: boolean };
export type PictureFacts = { bytes: number; sha256: string; width: number; height: number };
/** Time by the camera's clock, as an instant if its offset is known, and position; from the photo's EXIF. */
export type PhotoTaken = {
  taken_local: string | null;
  taken_at: string | null;
  latitude: number | null;
  longitude: number | null;
};
export type PictureMade =
  | { made: PictureFacts[]; taken: PhotoTaken | null }
  | { problem: "unreadable" | "too large" | "too large whole" };
export declare function makePictures(input: PictureInput): Promise<PictureMade>;
export declare function makePng(input: { from: string; to: string }): Promise<{ made: boolean }>;
