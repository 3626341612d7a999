// Also matches inside another URL: ?next=%2Finvite%2F…, /__manifest?p=%2Finvite%2F…
const IN_PATH = /((?:\/|%2F)(?:invite|unsubscribe|owner)(?:\/|%2F))[^/?&#.%]+/gi;
const IN_QUERY = /((?:[?&]|%3F|%26)(?:sig|token|password\w*)(?:=|%3D))(?:(?!%26)[^&#])*/gi;

/**
 * URL as it may be logged: anything that would give its reader access (invitation, reset token, signature, a password
 * in a mistyped URL) is removed.
 */
export const maskEmail = (address: string): string =>
  address.replace(IN_QUERY, "$1…").replace(IN_PATH, "$1…");
