package io.github.tornadosort.generator;

import freemarker.template.Configuration;
import freemarker.template.Template;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes Java sources from templates: a template {@code NameW.java.ftl} becomes {@code Name32.java} and {@code Name64.java}, with the
 * variables of {@link #WIDTHS}; any other {@code Name.java.ftl} becomes {@code Name.java}. Templates are written for Apache FreeMarker.
 */
public final class Generator {
    private static final String SUFFIX = ".java.ftl";
    private static final String WIDTH_SUFFIX = "W" + SUFFIX;
    /**
     * W: the number of bits of a key; key, Key: the primitive type and its class; toInt: a cast of a key to an int; rows: whether keys
     * move with values.
     */
    private static final List<Map<String, Object>> WIDTHS = List.of(
            Map.of("W", 32, "key", "int", "Key", "Integer", "toInt", "", "rows", false),
            Map.of("W", 64, "key", "long", "Key", "Long", "toInt", "(int) ", "rows", false));
    private static final Map<String, Object> ROWS =
            Map.of("W", 64, "key", "long", "Key", "Long", "toInt", "(int) ", "rows", true);
    /** The first line of a template that makes a class for rows too: a source in package {@code rows} beside {@code keys}. */
    private static final String FOR_ROWS = "<#-- for rows too -->";

    private Generator() {}

    /** @param args the folder of the templates, and the folder for the sources, which holds nothing else */
    public static void main(String[] args) throws IOException, TemplateException {
        Path templates = Path.of(args[0]);
        Path sources = Path.of(args[1]);
        Set<Path> made = new HashSet<>();
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
        configuration.setDirectoryForTemplateLoading(templates.toFile());
        configuration.setDefaultEncoding("UTF-8");
        configuration.setNumberFormat("computer");
        configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        configuration.setLogTemplateExceptions(false);
        try (Stream<Path> files = Files.walk(templates)) {
            for (Path file : files.filter(path -> path.toString().endsWith(SUFFIX)).toList()) {
                String name = templates.relativize(file).toString().replace('\\', '/');
                Template template = configuration.getTemplate(name);
                if (!name.endsWith(WIDTH_SUFFIX)) {
                    made.add(write(sources, name.substring(0, name.length() - SUFFIX.length()), template, Map.of()));
                    continue;
                }
                String stem = name.substring(0, name.length() - WIDTH_SUFFIX.length());
                for (Map<String, Object> width : WIDTHS) {
                    made.add(write(sources, stem + width.get("W"), template, width));
                }
                if (Files.readString(file).startsWith(FOR_ROWS)) {
                    made.add(write(sources, stem.replace("/keys/", "/rows/") + ROWS.get("W"), template, ROWS));
                }
            }
        }
        deleteOthers(sources, made);
    }

    /** Deletes sources whose template is gone: they would still be compiled. */
    private static void deleteOthers(Path sources, Set<Path> made) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(path -> Files.isRegularFile(path) && !made.contains(path)).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Writes a source if its text has changed, so that the compiler can see that nothing is to be done. Returns its path. */
    private static Path write(Path sources, String name, Template template, Map<String, Object> model)
            throws IOException, TemplateException {
        StringWriter text = new StringWriter();
        template.process(model, text);
        Path target = sources.resolve(name + ".java");
        if (!Files.exists(target) || !Files.readString(target).equals(text.toString())) {
            Files.createDirectories(target.getParent());
            Files.writeString(target, text.toString());
        }
        return target;
    }
}
