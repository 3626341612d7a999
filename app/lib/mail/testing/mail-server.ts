import { createServer, type Socket } from "node:net";

/** Behavior of a test's mail server, which can change while it runs. */
type Behavior = {
  /** Recipients that the server rejects with 550. */
  refuses: RegExp | null;
  /** Time in milliseconds that the server takes for a letter. */
  delayMs: number;
  /** Accept letters without confirming them. */
  silent: boolean;
};

/** Start a mail server on loopback that stores received letters and counts connections. */
export async function startMailServer() {
  const letters: string[] = [];
  const behavior: Behavior = { refuses: null, delayMs: 0, silent: false };
  const lines = new Set<Socket>();
  let connections = 0;
  let held = 0;
  const answerTo = (message: string): string => {
    if (/^(EHLO|HELO)/i.test(message)) return "250 timber.test";
    if (/^RCPT/i.test(message) && behavior.refuses?.test(message)) return "550 no such mailbox";
    if (/^DATA/i.test(message)) return "354 go on";
    return /^QUIT/i.test(message) ? "221 bye" : "250 ok";
  };
  const server = createServer((line) => {
    connections++;
    lines.add(line);
    let letter: string | null = null;
    line.setEncoding("utf8").write("220 timber.test\r\n");
    line.on("error", () => line.destroy());
    line.on("close", () => lines.delete(line));
    line.on("data", (message: string) => {
      if (letter === null) {
        const answer = answerTo(message);
        if (answer.startsWith("354")) letter = "";
        line.write(`${answer}\r\n`);
        return;
      }
      letter += message;
      if (!letter.endsWith("\r\n.\r\n")) return;
      const whole = letter;
      letter = null;
      if (behavior.silent) {
        held += 1;
        return;
      }
      setTimeout(() => {
        letters.push(whole);
        line.write("250 taken\r\n");
      }, behavior.delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const target = server.address();
  return {
    url: `smtp://127.0.0.1:${typeof target === "object" ? target?.port : 0}`,
    letters,
    behavior,
    connections: () => connections,
    /** Return the number of letters accepted without confirmation. */
    held: () => held,
    /** Return the letters to a recipient. */
    to: (address: string) => letters.filter((letter) => letter.includes(`To: ${address}`)),
    dropLines() {
      for (const line of lines) line.destroy();
    },
    close() {
      for (const line of lines) line.destroy();
      server.close();
    },
  };
}
