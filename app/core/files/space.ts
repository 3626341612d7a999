const MB = 1024 ** 2;
const GB = 1024 ** 3;

/** Room for files, as a person says it: "1.2 GB", "40 MB". */
export const formatSpace = (bytes: number): string =>
  bytes < GB / 10
    ? `${bytes > 0 ? Math.max(1, Math.round(bytes / MB)) : 0} MB`
    : `${(bytes / GB).toLocaleString("en-US", { maximumFractionDigits: 1 })} GB`;
