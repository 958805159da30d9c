package wirefare.servlets;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;

/**
 * Registers all of the target when its container starts the application. The container names its target, {@code tomcat},
 * in the context parameter {@code wirefare.stack}.
 */
public final class WirefareListener implements ServletContextListener {
    public static final String STACK = "wirefare.stack";

    @Override
    public void contextInitialized(ServletContextEvent event) {
        Registration.register(event.getServletContext());
    }
}
