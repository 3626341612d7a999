export function sqldPath(): Promise<string>;
export function freePort(): Promise<number>;
export function startSqld(options: {
  dir: string;
  port?: number;
  args?: string[];
}): Promise<{ url: string; pid: number; stop: () => Promise<void>; kill: () => Promise<void> }>;
