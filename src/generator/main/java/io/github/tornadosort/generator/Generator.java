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
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes Java sources from templates: {@code NameW.java.ftl} becomes {@code Name32.java} and {@code Name64.java}, with the variables of
 * {@link #WIDTHS}; {@code XName.java.ftl} becomes {@code ByteName.java} and so on, with the variables of {@link #TYPES}; any other
 * {@code Name.java.ftl} becomes {@code Name.java}. Other files are what templates include. Templates are written for Apache FreeMarker.
 */
public final class Generator {
    private static final String SUFFIX = ".java.ftl";
    private static final Pattern OF_WIDTHS = Pattern.compile("(.*)W");
    private static final Pattern OF_TYPES = Pattern.compile("(.*/)X([A-Z]\\w*)");
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

    /** Type: the name of a primitive type in names of classes; type: the type; Box: its class. */
    private static final List<Map<String, Object>> TYPES = List.of(
            Map.of("Type", "Byte", "type", "byte", "Box", "Byte"),
            Map.of("Type", "Char", "type", "char", "Box", "Character"),
            Map.of("Type", "Short", "type", "short", "Box", "Short"),
            Map.of("Type", "Int", "type", "int", "Box", "Integer"),
            Map.of("Type", "Long", "type", "long", "Box", "Long"),
            Map.of("Type", "Float", "type", "float", "Box", "Float"),
            Map.of("Type", "Double", "type", "double", "Box", "Double"));

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
                String path = templates.relativize(file).toString().replace('\\', '/');
                Template template = configuration.getTemplate(path);
                String name = path.substring(0, path.length() - SUFFIX.length());
                for (Map.Entry<String, Map<String, Object>> source : sources(name, Files.readString(file)).entrySet()) {
                    made.add(write(sources, source.getKey(), template, source.getValue()));
                }
            }
        }
        deleteOthers(sources, made);
    }

    /** Returns the variables of each source that a template becomes, by the source's name. */
    private static Map<String, Map<String, Object>> sources(String name, String text) {
        Matcher ofWidths = OF_WIDTHS.matcher(name);
        Matcher ofTypes = OF_TYPES.matcher(name);
        Map<String, Map<String, Object>> sources = new TreeMap<>();
        if (ofWidths.matches()) {
            WIDTHS.forEach(width -> sources.put(ofWidths.group(1) + width.get("W"), width));
            if (text.startsWith(FOR_ROWS)) {
                sources.put(ofWidths.group(1).replace("/keys/", "/rows/") + ROWS.get("W"), ROWS);
            }
        } else if (ofTypes.matches()) {
            TYPES.forEach(type -> sources.put(ofTypes.group(1) + type.get("Type") + ofTypes.group(2), type));
        } else {
            sources.put(name, Map.of());
        }
        return sources;
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
