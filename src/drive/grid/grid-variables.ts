// What the environment says to a Grid. No other program that the lab starts is told any of it.

export const GRID_USER = 'WIREFARE_GRID_USER';
export const GRID_PASSWORD = 'WIREFARE_GRID_PASSWORD';
/** JSON: an object of capabilities, `{"platformName":"linux"}`; a vendor's keys may be among them. */
export const GRID_CAPABILITIES = 'WIREFARE_GRID_CAPABILITIES';
