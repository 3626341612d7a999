/**
 * Two numbers identify a load. Its ticket number is counted per company that requests jobs: "Ticket #1161". Its load
 * number is counted per job and is only meaningful with the job: "Load 79 of Deward Tract". No text calls the ticket
 * number a load number.
 */
export const formatTicketLabel = (ticketNumber: number | string): string => `Ticket #${ticketNumber}`;

/** Format a ticket number within a sentence: "Acme asks about ticket #1161". */
export const formatTicketInSentence = (ticketNumber: number | string): string => `ticket #${ticketNumber}`;
