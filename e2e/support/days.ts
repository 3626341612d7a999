/** A random day in the coming years. */
export const getRandomFutureDay = () =>
  new Date(Date.UTC(2027, 0, 1 + Math.floor(Math.random() * 9_000))).toISOString().slice(0, 10);
