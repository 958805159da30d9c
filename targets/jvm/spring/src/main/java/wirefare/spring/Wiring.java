package wirefare.spring;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.LinkedHashMap;
import java.util.List;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.startup.Tomcat;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;
import wirefare.exchange.About;
import wirefare.exchange.CallBody;
import wirefare.exchange.CallFormats;
import wirefare.exchange.Datasets;
import wirefare.exchange.Features;
import wirefare.exchange.GateFilter;
import wirefare.exchange.Operations;
import wirefare.exchange.SecureFilter;
import wirefare.exchange.Settings;
import wirefare.exchange.Tls;
import wirefare.servlets.CommonHeadersFilter;
import wirefare.servlets.CompressionFilter;
import wirefare.tomcat.EmbeddedTomcat;
import wirefare.tomcat.ProblemValve;
import wirefare.tomcat.SecureConnectors;

/** What the controllers are given, and what stands before them. */
@Configuration(proxyBeanMethods = false)
class Wiring {
    @Bean
    Datasets datasets() {
        var settings = Settings.ofProcess();
        return Datasets.generate(settings).withOwn(settings.payloads());
    }

    @Bean
    Operations operations(Datasets datasets) {
        return new Operations(datasets);
    }

    @Bean
    Features features(Datasets datasets, Operations operations) {
        return Features.of(datasets)
                .withSecure(List.of(Tls.HTTPS1, Tls.H2))
                .withCalls(CallFormats.features(operations));
    }

    @Bean
    About about(Features features) {
        var libraries = new LinkedHashMap<String, Class<?>>();
        libraries.put("spring-boot", SpringBootVersion.class);
        libraries.put("spring-webmvc", DispatcherServlet.class);
        libraries.put("tomcat", Tomcat.class);
        // Jackson 3, where the codecs have 2.
        libraries.put("json/jackson", ObjectMapper.class);
        return new About("spring", features, libraries);
    }

    /** The part of application.properties that has no properties: texts are no numbers, and numbers no texts. */
    @Bean
    JsonMapperBuilderCustomizer strictness() {
        var scalars = List.of(LogicalType.Integer, LogicalType.Float, LogicalType.Boolean);
        var shapes = List.of(CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean);
        return mapper -> {
            scalars.forEach(type -> mapper.withCoercionConfig(type, config -> config
                    .setCoercion(CoercionInputShape.String, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail)));
            mapper.withCoercionConfig(LogicalType.Boolean, config ->
                    config.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail));
            shapes.forEach(shape -> mapper.withCoercionConfig(LogicalType.Textual, config ->
                    config.setCoercion(shape, CoercionAction.Fail)));
        };
    }

    @Bean
    WebMvcConfigurer readingAndWriting(JsonMapper mapper) {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new LengthInterceptor()).addPathPatterns("/call/*");
            }

            @Override
            public void configureMessageConverters(HttpMessageConverters.ServerBuilder builder) {
                builder.withJsonConverter(new TimedJson(mapper));
            }
        };
    }

    @Bean
    SecureConnectors secureConnectors() {
        var settings = Settings.ofProcess();
        return SecureConnectors.of(settings.host(), settings.tls());
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> tomcat(SecureConnectors secure) {
        return factory -> {
            factory.addAdditionalConnectors(secure.all().toArray(Connector[]::new));
            factory.addConnectorCustomizers(EmbeddedTomcat::keepAsTheContractWants);
            factory.addContextCustomizers(context ->
                    ((StandardHost) context.getParent()).setErrorReportValveClass(ProblemValve.class.getName()));
        };
    }

    @Bean
    FilterRegistrationBean<Filter> gate() {
        return filter(new GateFilter(), 0, "/*");
    }

    @Bean
    FilterRegistrationBean<Filter> secure() {
        return filter(new SecureFilter(), 1, "/*");
    }

    @Bean
    FilterRegistrationBean<Filter> commonHeaders() {
        return filter(new CommonHeadersFilter(), 2, "/*");
    }

    @Bean
    FilterRegistrationBean<Filter> preflight() {
        return filter(new PreflightFilter(), 3, "/*");
    }

    @Bean
    FilterRegistrationBean<Filter> compression() {
        return filter(new CompressionFilter(), 4, "/exchange", "/call/*");
    }

    /** Before all of Spring's own, in that order. */
    private static FilterRegistrationBean<Filter> filter(Filter filter, int order, String... paths) {
        var registered = new FilterRegistrationBean<>(filter);
        registered.setOrder(Ordered.HIGHEST_PRECEDENCE + order);
        registered.addUrlPatterns(paths);
        return registered;
    }

    /** Spring waits for the first byte of a body before it asks any converter. */
    private static final class LengthInterceptor implements HandlerInterceptor {
        @Override
        public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
            CallBody.checkLength(request.getContentLengthLong());
            return true;
        }
    }
}
