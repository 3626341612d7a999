/**
 * A load has two numbers. Its ticket number rises by one for the company that requested the job: "Ticket #1161". Its load number rises
 * by one on its job and means nothing without it: "Load 79 of Deward Tract". No text calls the ticket number a load.
 */
export const formatTicketLabel = (ticketNumber: number | string): string => `Ticket #${ticketNumber}`;

/** The same within a sentence: "Acme asks about ticket #1161". */
export const formatTicketInSentence = (ticketNumber: number | string): string => `ticket #${ticketNumber}`;
