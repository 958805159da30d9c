/**
 * The Java client of dauda-2018 as an agent (docs/reference/agent-protocol.md): it carries out calls over SOAP through a
 * JAX-WS port and tells what each part took.
 */
package wirefare.jaxws;
