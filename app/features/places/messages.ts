/** What forms about places say, in the specification's words (spec 2, section 5). */
export const ON_THE_MAP = "Click on the map to set the location";
export const DESTINATION_ON_THE_MAP = "Click on the map to set the destination location";
export const TYPE_FIRST = "You must create a location type first";
