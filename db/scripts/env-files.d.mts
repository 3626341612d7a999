export function readEnvFile(name: string): Record<string, string>;
export function loadEnvFiles(): void;
