import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.alephium.api.model.CompileProjectResult;
import org.alephium.ralph.Compiler$;
import org.alephium.ralph.CompilerOptions;
import org.alephium.ralph.error.CompilerError;
import org.alephium.util.AVector;
import scala.Option;
import scala.Product;
import scala.Tuple4;
import scala.util.Either;

/**
 * Ralph on standard input, the compiler's answer as JSON on standard output: what a node's compile route would say,
 * without a node. Run as `java -cp $ALEPHIUM_CLASSPATH CompileProject.java`; the class path holds the official
 * compiler, this file only calls it and writes its result down.
 */
public final class CompileProject {
  @SuppressWarnings({"unchecked", "rawtypes"})
  public static void main(String[] args) throws Exception {
    String code = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    CompilerOptions standard = CompilerOptions.Default();
    CompilerOptions options =
        standard.copy(
            standard.ignoreUnusedConstantsWarnings(),
            standard.ignoreUnusedVariablesWarnings(),
            standard.ignoreUnusedFieldsWarnings(),
            standard.ignoreUnusedPrivateFunctionsWarnings(),
            standard.ignoreUpdateFieldsCheckWarnings(),
            standard.ignoreCheckExternalCallerWarnings(),
            standard.ignoreUnusedFunctionReturnWarnings(),
            standard.skipAbstractContractCheck(),
            true);
    Either result = Compiler$.MODULE$.compileProject(code, options);
    if (result.isLeft()) {
      CompilerError.FormattableError error = (CompilerError.FormattableError) result.left().get();
      System.err.println(error.format(code));
      System.exit(1);
    }
    Tuple4 parts = (Tuple4) result.toOption().get();
    CompileProjectResult answer =
        CompileProjectResult.from(
            (AVector) parts._1(), (AVector) parts._2(), (org.alephium.ralph.Ast.GlobalState) parts._3(),
            (AVector) parts._4(), Option.empty());
    System.out.write(json(answer).getBytes(StandardCharsets.UTF_8));
    System.out.flush();
  }

  /** Case classes become objects, vectors lists, absent options nothing; values carry their type's name. */
  private static String json(Object value) {
    if (value instanceof String) return quote((String) value);
    if (value instanceof Boolean || value instanceof Number) return value.toString();
    if (value instanceof AVector) {
      List<String> items = new ArrayList<>();
      AVector<?> vector = (AVector<?>) value;
      for (int i = 0; i < vector.length(); i++) items.add(json(vector.apply(i)));
      return "[" + String.join(",", items) + "]";
    }
    String name = value.getClass().getSimpleName();
    if (value instanceof org.alephium.api.model.Val) return typedValue(name.substring(3), (Product) value);
    if (name.equals("Patch")) return json(((Product) value).productElement(0));
    if (value instanceof org.alephium.serde.RandomBytes)
      return quote(((org.alephium.serde.RandomBytes) value).toHexString());
    if (value instanceof Product) return object((Product) value);
    return quote(value.toString());
  }

  private static String object(Product product) {
    List<String> members = new ArrayList<>();
    for (int i = 0; i < product.productArity(); i++) {
      Object member = product.productElement(i);
      if (member instanceof Option) {
        if (((Option<?>) member).isEmpty()) continue;
        member = ((Option<?>) member).get();
      }
      members.add(quote(product.productElementName(i)) + ":" + json(member));
    }
    return "{" + String.join(",", members) + "}";
  }

  private static String typedValue(String type, Product value) {
    Object inner = value.productElement(0);
    String text = inner instanceof Boolean ? inner.toString() : quote(plain(inner));
    return "{\"type\":" + quote(type) + ",\"value\":" + text + "}";
  }

  private static String plain(Object inner) {
    if (inner instanceof org.apache.pekko.util.ByteString) {
      StringBuilder hex = new StringBuilder();
      for (byte b : ((org.apache.pekko.util.ByteString) inner).toArrayUnsafe()) hex.append(String.format("%02x", b));
      return hex.toString();
    }
    return inner.toString();
  }

  private static String quote(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < 0x20) out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    return out.append('"').toString();
  }
}
