const MB = 1024 ** 2;
const GB = 1024 ** 3;

/** Room for files, as a person says it: "1.2 GB", "40 MB". */
export const formatSpace = (bytes: number): string =>
  bytes > 0 && bytes < GB / 10
    ? `${Math.max(1, Math.round(bytes / MB))} MB`
    : `${(bytes / GB).toLocaleString("en-US", { maximumFractionDigits: 1 })} GB`;
