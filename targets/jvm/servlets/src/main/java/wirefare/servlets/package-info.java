/**
 * The contract by servlets and filters, as users of servlet containers write them: nothing here knows in which container it
 * is. {@link wirefare.servlets.WirefareListener} puts all of it into one.
 */
package wirefare.servlets;
