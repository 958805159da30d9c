package wirefare.servlets;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import wirefare.servlets.messages.MessageServlets;

/**
 * Registers all of the target when its container starts the application. The container names its target, {@code tomcat},
 * in the context parameter {@code wirefare.stack}, and what it speaks over TLS, {@code https1,h2}, in
 * {@code wirefare.secure}.
 */
public final class WirefareListener implements ServletContextListener {
    public static final String STACK = "wirefare.stack";
    public static final String SECURE = "wirefare.secure";

    private MessageServlets messages;

    @Override
    public void contextInitialized(ServletContextEvent event) {
        messages = Registration.register(event.getServletContext());
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        if (messages != null) {
            messages.close();
        }
    }
}
