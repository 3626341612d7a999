// Also inside another address: ?next=%2Finvite%2F…, /__manifest?p=%2Finvite%2F…
const IN_PATH = /((?:\/|%2F)(?:invite|unsubscribe|owner)(?:\/|%2F))[^/?&#.%]+/gi;
const IN_QUERY = /((?:[?&]|%3F|%26)(?:sig|token|password\w*)(?:=|%3D))(?:(?!%26)[^&#])*/gi;

/** An address as the log may keep it: what would let its reader in (invitation, reset token, signature, a password in a mistyped address) is left out. */
export const masked = (address: string): string => address.replace(IN_QUERY, "$1…").replace(IN_PATH, "$1…");
