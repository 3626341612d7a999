export function memoryFolder(folder?: string, enough?: number): string | undefined;
export function keepInMemory(): void;
