export declare const MOST_PIXELS: number;
export declare const MOST_PIXELS_WHOLE: number;
export type PictureInput = { from: string; to: { path: string; size: number }[]; heic: boolean };
export type PictureFacts = { bytes: number; sha256: string; width: number; height: number };
export type PictureMade =
  | { made: PictureFacts[] }
  | { problem: "unreadable" | "too large" | "too large whole" };
export declare function makePictures(input: PictureInput): Promise<PictureMade>;
export declare function makePng(input: { from: string; to: string }): Promise<{ made: boolean }>;
