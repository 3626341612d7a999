// Also matches inside another URL: ?next=%2Finvite%2F…, /__manifest?p=%2Finvite%2F…
const IN_PATH = /((?:\/|%2F)(?:invite|unsubscribe|owner)(?:\/|%2F))[^/?&#.%]+/gi;
const IN_QUERY = /((?:[?&]|%3F|%26)(?:sig|token|password\w*)(?:=|%3D))(?:(?!%26)[^&#])*/gi;

/**
 * Redact a URL for the log: remove anything that would give a reader of the log access (invitation, reset token,
 * signature, password in a mistyped URL).
 */
export const redactUrlSecrets = (address: string): string =>
  address.replace(IN_QUERY, "$1…").replace(IN_PATH, "$1…");
