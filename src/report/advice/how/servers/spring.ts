import { lines, noSnippet, type Recipe, type ServerHow, type SnippetFile } from '../snippet.ts';

/** The level of Tomcat's compression, which nobody can set. */
const LEVEL = 6;

export const SPRING: ServerHow = {
  name: 'spring',
  title: 'Spring Boot 4',
  write(recipe) {
    const { name, format, codings } = recipe;
    if (format !== 'json') return noSnippet(recipe, 'Spring Boot', ['Express', 'Fastify', 'Go']);
    const application: SnippetFile = {
      name: 'src/main/java/app/Application.java',
      language: 'java',
      code: lines(
        'package app;',
        '',
        'import java.nio.file.Path;',
        'import org.springframework.boot.SpringApplication;',
        'import org.springframework.boot.autoconfigure.SpringBootApplication;',
        'import org.springframework.web.bind.annotation.GetMapping;',
        'import org.springframework.web.bind.annotation.RestController;',
        'import tools.jackson.databind.json.JsonMapper;',
        '',
        '@SpringBootApplication',
        '@RestController',
        'public class Application {',
        '    // In place of this: your own data.',
        `    private final Object data = new JsonMapper().readValue(Path.of("${name}.json"), Object.class);`,
        '',
        `    @GetMapping("/${name}")`,
        '    public Object data() {',
        '        return data;',
        '    }',
        '',
        '    public static void main(String[] arguments) {',
        '        SpringApplication.run(Application.class, arguments);',
        '    }',
        '}',
      ),
    };
    const hasGzip = codings.some(({ coding }) => coding === 'gzip');
    const properties = lines(
      'server.port=3000',
      hasGzip ? 'server.compression.enabled=true' : null,
      hasGzip ? 'server.compression.mime-types=application/json' : null,
    );
    return {
      commands: ['mvn spring-boot:run'],
      files: [
        application,
        { name: 'src/main/resources/application.properties', language: 'properties', code: properties },
      ],
      notes: notesOn(recipe),
    };
  },
};

function notesOn({ codings }: Recipe): readonly string[] {
  const gzip = codings.find(({ coding }) => coding === 'gzip');
  const others = codings.filter(({ coding }) => coding !== 'gzip').map(({ coding }) => coding);
  return [
    'the project needs spring-boot-starter-webmvc',
    ...(others.length === 0
      ? []
      : [
          `Spring Boot compresses by gzip alone: ${others.join(' and ')} takes ${others.includes('br') ? 'nginx in front (its snippet)' : 'a server that can in front, or a library of your own'}`,
        ]),
    ...(gzip === undefined || gzip.level === LEVEL ? [] : [`its gzip is always at level ${LEVEL}`]),
  ];
}
