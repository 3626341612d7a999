/** Messages of forms about places. */
export const CLICK_LOCATION = "Click on the map to set the location";
export const CLICK_DESTINATION = "Click on the map to set the destination location";
export const LOCATION_TYPE_NEEDED = "You must create a location type first";
