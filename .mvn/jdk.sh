# Sets JAVA_HOME to a JDK 25 or newer in one of the usual folders, unless it is one. The file mvnw runs this: Maven loads the classes of
# the tests to give them to two JVMs, so that its own JVM must be as new as they are.
found=$(
    set +f
    on_path=$(command -v javac || true)
    for jdk in "${JAVA_HOME:-}" "${on_path:+$(dirname -- "$(dirname -- "$(readlink -f -- "$on_path")")")}" \
        /usr/lib/jvm/* "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* /opt/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home /opt/*/opt/openjdk/libexec/openjdk.jdk/Contents/Home; do
        version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$jdk/release" 2>/dev/null || true)
        if [ -x "$jdk/bin/javac" ] && [ "${version:-0}" -ge 25 ]; then
            printf '%s\n' "$jdk"
            break
        fi
    done
)
if [ -n "$found" ]; then
    JAVA_HOME=$found
    # Maven's libraries use what the JVM warns of.
    MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED ${MAVEN_OPTS:-}"
    export JAVA_HOME MAVEN_OPTS
fi
