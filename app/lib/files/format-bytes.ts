const MB = 1024 ** 2;
const GB = 1024 ** 3;

/** Format a file size for users: "1.2 GB", "40 MB". */
export const formatBytes = (bytes: number): string =>
  bytes < GB / 10
    ? `${bytes > 0 ? Math.max(1, Math.round(bytes / MB)) : 0} MB`
    : `${(bytes / GB).toLocaleString("en-US", { maximumFractionDigits: 1 })} GB`;
