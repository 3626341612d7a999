/** On SIGUSR2 the process makes a promise that fails and that nobody waits for. */
process.on("SIGUSR2", () => {
  Promise.reject(new Error("a slip"));
});
