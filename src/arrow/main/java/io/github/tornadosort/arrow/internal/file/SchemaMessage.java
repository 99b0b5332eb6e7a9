package io.github.tornadosort.arrow.internal.file;

import com.google.flatbuffers.FlatBufferBuilder;
import io.github.tornadosort.arrow.internal.Layout;
import io.github.tornadosort.arrow.internal.file.TextToArrow.ColumnType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Utf8;

/** The message with the schema of a table of numbers and text. */
final class SchemaMessage {
    private SchemaMessage() {}

    static IpcMessage of(List<String> names, ColumnType[] types) {
        FlatBufferBuilder builder = new FlatBufferBuilder();
        int[] fields = IntStream.range(0, types.length).map(i -> field(builder, names.get(i), types[i])).toArray();
        int vector = Schema.createFieldsVector(builder, fields);
        Schema.startSchema(builder);
        Schema.addEndianness(builder, Endianness.Little);
        Schema.addFields(builder, vector);
        int schema = Schema.endSchema(builder);
        builder.finish(Message.createMessage(builder, MetadataVersion.V5, MessageHeader.Schema, schema, 0, 0));
        MemorySegment framed = MemorySegment.ofBuffer(BatchMessage.framed(builder.dataBuffer()));
        return IpcMessage.read(Arena.ofAuto().allocate(framed.byteSize(), Long.BYTES).copyFrom(framed));
    }

    private static int field(FlatBufferBuilder builder, String name, ColumnType type) {
        int nameAt = builder.createString(name);
        int children = Field.createChildrenVector(builder, new int[0]);
        int typeAt = switch (type) {
            case INT64 -> Int.createInt(builder, Long.SIZE, true);
            case FLOAT64 -> FloatingPoint.createFloatingPoint(builder, Precision.DOUBLE);
            case TEXT -> {
                Utf8.startUtf8(builder);
                yield Utf8.endUtf8(builder);
            }
        };
        Field.startField(builder);
        Field.addName(builder, nameAt);
        Field.addNullable(builder, true);
        Field.addTypeType(builder, switch (type) {
            case INT64 -> Type.Int;
            case FLOAT64 -> Type.FloatingPoint;
            case TEXT -> Type.Utf8;
        });
        Field.addType(builder, typeAt);
        Field.addChildren(builder, children);
        return Field.endField(builder);
    }

    /** Returns the layouts of the columns. */
    static List<Layout> layouts(IpcMessage message) {
        Schema schema = (Schema) message.message().header(new Schema());
        return IntStream.range(0, schema.fieldsLength()).mapToObj(i -> Layout.of(schema.fields(i))).toList();
    }
}
