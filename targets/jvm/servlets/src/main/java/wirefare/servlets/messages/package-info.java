/** Sequences of messages by servlets and WebSocket endpoints, as users of servlet containers write them. */
package wirefare.servlets.messages;
