/** Forms that can be filled in without a signal; all other forms are left to the browser. */
const QUEUED =
  /^\/(trip-tickets\/(new|keyed|weights|\d+\/(?!deletion$|undo$|correction$|map$)(edit\/)?[a-z-]+)|scale|sheets\/\d+|jobs\/\d+\/(comments|photos|inventory(\/\d+)?))$/;
export const isQueuedPath = (path: string): boolean => QUEUED.test(path);

/** Pages cached for reading offline: pages of loads and jobs, but none that show money. */
const KEPT_PAGES = [
  /^\/$/,
  /^\/more$/,
  /^\/outbox(\/load)?$/,
  /^\/trip-tickets$/,
  /^\/trip-tickets\/(new|keyed|available|\d+)$/,
  /^\/trip-tickets\/\d+\/(?!deletion$|undo$|correction$|map$)[a-z-]+$/,
  /^\/trip-tickets\/\d+\/edit\/[a-z-]+$/,
  /^\/scale$/,
  /^\/sheets\/(\d+|scan)$/,
  /^\/jobs$/,
  /^\/jobs\/\d+$/,
  /^\/jobs\/\d+\/(directions|inventory|comments)$/,
];
export const isCachedPage = (path: string): boolean => KEPT_PAGES.some((pattern) => pattern.test(path));
