package wirefare.dropwizard;

import jakarta.ws.rs.NameBinding;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Binds to calls what only they need: reading their query first, and timing how their body is read. */
@NameBinding
@Retention(RetentionPolicy.RUNTIME)
public @interface Called {
}
