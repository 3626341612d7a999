export function compressFolder(folder: string): void;
