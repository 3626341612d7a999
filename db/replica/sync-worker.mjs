/**
 * Holds the driver's replica handle in a thread of its own: the handle's calls wait for the network without
 * letting anything else run, and here there is nothing else. Nobody reads or writes through it.
 */
import { parentPort, workerData } from "node:worker_threads";
import Database from "libsql";

let handle;
const acts = {
  open() {
    handle = new Database(workerData.file, { syncUrl: workerData.url, authToken: workerData.authToken });
  },
  sync() {
    handle.sync();
  },
  close() {
    handle?.close();
    parentPort.close();
  },
};

parentPort.on("message", ({ id, act }) => {
  try {
    acts[act]();
    parentPort.postMessage({ id });
  } catch (error) {
    parentPort.postMessage({ id, error: String(error?.message ?? error) });
  }
});
