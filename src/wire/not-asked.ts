/** How a front begins to say that it refuses a request by itself: the server behind it was not asked. */
export const NOT_ASKED = 'the lab does not ask';
