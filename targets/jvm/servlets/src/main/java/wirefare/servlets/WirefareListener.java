package wirefare.servlets;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;

/**
 * Registers all of the target when its container starts the application. The container names its target, {@code tomcat},
 * in the context parameter {@code wirefare.stack}, and may state its version in {@code wirefare.stack.version}.
 */
public final class WirefareListener implements ServletContextListener {
    public static final String STACK = "wirefare.stack";
    public static final String STACK_VERSION = "wirefare.stack.version";

    @Override
    public void contextInitialized(ServletContextEvent event) {
        Registration.register(event.getServletContext());
    }
}
