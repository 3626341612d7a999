import { formatCount } from "~/lib/text/text";

/** Measurements of the site, taken every few minutes; null if this server can't measure a value. */
export type SiteFacts = {
  mail_late: number;
  mail_given_up: number;
  /** Minutes that the oldest queued item is overdue. */
  queue_minutes: number;
  /** Memory in use in percent, and free disk space in MB, null if unknown. */
  memory_percent: number | null;
  free_disk_mb: number | null;
  disk_reserve_mb: number;
  sign_ins_refused: number;
  sign_ins_stopped: number;
};
export type Alarm = { kind: string; words: string };

/** Number of refused sign-ins in one window beyond which they aren't normal mistyping. */
const REFUSED = 100;
const STOPPED = 20;
const QUEUE_MINUTES = 15;
const MEMORY_PERCENT = 85;

/** Return the problems that need attention now, each as a message. */
export function getAlarms(facts: SiteFacts): Alarm[] {
  const { free_disk_mb: free, memory_percent: memory } = facts;
  const all: [boolean, string, string][] = [
    [
      facts.mail_late > 0,
      "mail-late",
      `${formatCount(facts.mail_late, "message")} wait in the outbox for more than an hour.`,
    ],
    [
      facts.mail_given_up > 0,
      "mail-lost",
      `${formatCount(facts.mail_given_up, "message")} were given up in the last day.`,
    ],
    [
      facts.queue_minutes >= QUEUE_MINUTES,
      "queue",
      `The oldest work is ${facts.queue_minutes} minutes overdue.`,
    ],
    [memory !== null && memory >= MEMORY_PERCENT, "memory", `This server uses ${memory}% of its memory.`],
    [
      free !== null && free < 2 * facts.disk_reserve_mb,
      "disk",
      `The disk has ${free} MB left. Uploads stop below ${facts.disk_reserve_mb} MB.`,
    ],
    [
      facts.sign_ins_refused >= REFUSED || facts.sign_ins_stopped >= STOPPED,
      "sign-ins",
      `${facts.sign_ins_refused} sign-ins were refused and ${facts.sign_ins_stopped} stopped in a few minutes.`,
    ],
  ];
  return all.flatMap(([is, kind, words]) => (is ? [{ kind, words }] : []));
}
