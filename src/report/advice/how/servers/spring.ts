import { absentMarks } from '../columns.ts';
import { OF_THESE_DATA } from '../protobuf.ts';
import { type ProtobufInJava, protobufInJava } from '../protobuf-java.ts';
import { lines, MEDIA_TYPES, noSnippet, type Recipe, type ServerHow, type SnippetFile } from '../snippet.ts';

/** The level of Tomcat's compression, which nobody can set. */
const LEVEL = 6;

export const SPRING: ServerHow = {
  name: 'spring',
  title: 'Spring Boot 4',
  write(recipe) {
    const { name, format, codings } = recipe;
    const absent = absentMarks(recipe.schema);
    const protobuf = format === 'protobuf' ? protobufInJava(recipe) : null;
    if (!(format === 'json' || (format === 'json-columns' && absent !== undefined) || protobuf !== null))
      return noSnippet(recipe, 'Spring Boot', ['Express', 'Fastify', 'Go']);
    const application: SnippetFile = {
      name: 'src/main/java/app/Application.java',
      language: 'java',
      code:
        protobuf === null ? javaCode(name, format === 'json' ? null : absent) : protobufCode(name, protobuf),
    };
    const hasGzip = codings.some(({ coding }) => coding === 'gzip');
    const properties = lines(
      'server.port=3000',
      hasGzip ? 'server.compression.enabled=true' : null,
      hasGzip ? `server.compression.mime-types=${MEDIA_TYPES[format]}` : null,
      // Of itself it sends as it is what is shorter than 2 kB; that is not what was measured.
      hasGzip ? 'server.compression.min-response-size=1B' : null,
    );
    return {
      commands: ['mvn spring-boot:run'],
      files: [
        application,
        { name: 'src/main/resources/application.properties', language: 'properties', code: properties },
        ...(protobuf === null ? [] : [protobuf.proto]),
      ],
      notes: notesOn(recipe),
    };
  },
};

function notesOn({ codings, format }: Recipe): readonly string[] {
  const gzip = codings.find(({ coding }) => coding === 'gzip');
  const others = codings.filter(({ coding }) => coding !== 'gzip').map(({ coding }) => coding);
  return [
    ...(format === 'protobuf'
      ? [
          'the project needs spring-boot-starter-webmvc and protobuf-java',
          'this writes the messages of the .proto file without code of protoc: where you have classes that protoc made, fill those, and toByteArray writes the same',
          OF_THESE_DATA,
        ]
      : ['the project needs spring-boot-starter-webmvc']),
    ...(others.length === 0
      ? []
      : [
          `Spring Boot compresses by gzip alone: ${others.join(' and ')} takes ${others.includes('br') ? 'nginx in front (its snippet)' : 'a server that can in front, or a library of your own'}`,
        ]),
    ...(gzip === undefined || gzip.level === LEVEL ? [] : [`its gzip is always at level ${LEVEL}`]),
  ];
}

/** `absent`: marks of columns; null where the records go as they are. */
function javaCode(name: string, absent: Readonly<Record<string, unknown>> | null | undefined): string {
  const isColumns = absent != null;
  const marks = isColumns && Object.keys(absent).length > 0;
  const literal = JSON.stringify(JSON.stringify(absent));
  const records = 'List<Map<String, Object>>';
  return lines(
    'package app;',
    '',
    'import java.nio.file.Path;',
    isColumns ? ['import java.util.LinkedHashMap;', 'import java.util.LinkedHashSet;'] : null,
    isColumns ? ['import java.util.List;', 'import java.util.Map;'] : null,
    'import org.springframework.boot.SpringApplication;',
    'import org.springframework.boot.autoconfigure.SpringBootApplication;',
    'import org.springframework.web.bind.annotation.GetMapping;',
    'import org.springframework.web.bind.annotation.RestController;',
    isColumns ? 'import tools.jackson.core.type.TypeReference;' : null,
    'import tools.jackson.databind.json.JsonMapper;',
    '',
    '@SpringBootApplication',
    '@RestController',
    'public class Application {',
    ...(marks
      ? [
          '    // Stands for no value at all.',
          `    private static final Map<?, ?> ABSENT = new JsonMapper().readValue(${literal}, Map.class);`,
          '',
        ]
      : []),
    '    // In place of this: your own data.',
    isColumns
      ? `    private final ${records} data = new JsonMapper().readValue(Path.of("${name}.json"), new TypeReference<>() {});`
      : `    private final Object data = new JsonMapper().readValue(Path.of("${name}.json"), Object.class);`,
    '',
    `    @GetMapping("/${name}")`,
    '    public Object data() {',
    isColumns ? '        return toColumns(data);' : '        return data;',
    '    }',
    '',
    isColumns ? toColumns(records, marks) : null,
    '    public static void main(String[] arguments) {',
    '        SpringApplication.run(Application.class, arguments);',
    '    }',
    '}',
  );
}

function protobufCode(name: string, { imports, members, body }: ProtobufInJava): string {
  return lines(
    'package app;',
    '',
    [
      ...imports,
      'java.nio.file.Path',
      'org.springframework.boot.SpringApplication',
      'org.springframework.boot.autoconfigure.SpringBootApplication',
      'org.springframework.web.bind.annotation.GetMapping',
      'org.springframework.web.bind.annotation.RestController',
      'tools.jackson.databind.json.JsonMapper',
    ]
      .toSorted()
      .map((each) => `import ${each};`),
    '',
    '@SpringBootApplication',
    '@RestController',
    'public class Application {',
    '    // In place of this: your own data.',
    `    private final Object data = new JsonMapper().readValue(Path.of("${name}.json"), Object.class);`,
    '',
    `    @GetMapping(value = "/${name}", produces = "${MEDIA_TYPES.protobuf}")`,
    '    public byte[] data() throws IOException {',
    `        return ${body};`,
    '    }',
    '',
    members.map((line) => (line === '' ? '' : `    ${line}`)),
    '    public static void main(String[] arguments) {',
    '        SpringApplication.run(Application.class, arguments);',
    '    }',
    '}',
  );
}

function toColumns(records: string, marks: boolean): readonly string[] {
  const value = marks ? 'record.containsKey(name) ? record.get(name) : ABSENT.get(name)' : 'record.get(name)';
  return [
    '    /** A list for each property: names stand there once. */',
    `    private static Map<String, Object> toColumns(${records} rows) {`,
    '        var names = new LinkedHashSet<String>();',
    '        rows.forEach(record -> names.addAll(record.keySet()));',
    '        var columns = new LinkedHashMap<String, List<Object>>();',
    '        for (var name : names) {',
    `            columns.put(name, rows.stream().<Object>map(record -> ${value}).toList());`,
    '        }',
    marks
      ? '        return Map.of("columns", columns, "absent", ABSENT);'
      : '        return Map.of("columns", columns);',
    '    }',
    '',
  ];
}
