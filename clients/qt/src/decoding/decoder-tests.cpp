// Every decoder with bodies that are right and bodies that are not: run by the build, before the client is used.

#include "decoding/decoders.h"
#include "decoding/fingerprint.h"

#include <cstdio>
#include <string>
#include <vector>

using namespace wirefare;

namespace {

int failures = 0;

void expect(bool holds, const char *decoder, const std::string &what)
{
    if (holds)
        return;
    ++failures;
    std::fprintf(stderr, "%s: %s\n", decoder, what.c_str());
}

using DecodeBooks = QList<Book> (*)(const QByteArray &);

struct Named {
    const char *name;
    DecodeBooks decode;
};

const Named jsonDecoders[] = {{"QJsonDocument", decodeByQJsonDocument<Book>},
                              {"nlohmann-json", decodeByNlohmannJson<Book>},
                              {"simdjson", decodeBySimdjson<Book>}};
const Named xmlDecoders[] = {{"QXmlStreamReader", decodeByXmlStreamReader<Book>},
                             {"QDomDocument", decodeByDomDocument<Book>},
                             {"QXmlSimpleReader", decodeByXmlSimpleReader<Book>}};
const Named attributeDecoders[] = {{"QXmlStreamReader of attributes", decodeAttributesByXmlStreamReader<Book>},
                                   {"QDomDocument of attributes", decodeAttributesByDomDocument<Book>},
                                   {"QXmlSimpleReader of attributes", decodeAttributesByXmlSimpleReader<Book>}};

const QByteArray title("Größe \xF0\x9F\x93\x96 <&>");

QByteArray json(const char *numInStock = "1000", const char *price = "424.56", const char *onSale = "true",
                const char *more = "")
{
    return QByteArray(R"([{"title":"Größe 📖 <&>","author":"","description":"a\"b\\c","image":"x.png","numInStock":)")
        + numInStock + R"(,"price":)" + price + R"(,"type":"DIGITAL","onSale":)" + onSale + more + "}]";
}

QByteArray xml(const char *numInStock = "1000", const char *price = "424.56", const char *onSale = "true",
               const char *more = "")
{
    return QByteArray("<?xml version=\"1.0\"?>\n<books><book><title>Größe 📖 &lt;&amp;&gt;</title><author/>"
                      "<description>a\"b\\c</description><image>x.png</image><numInStock>")
        + numInStock + "</numInStock><price>" + price + "</price><type>DIGITAL</type><onSale>" + onSale + "</onSale>"
        + more + "</book></books>\n";
}

QByteArray attributes(const char *numInStock = "1000", const char *price = "424.56", const char *onSale = "true",
                      const char *more = "")
{
    return QByteArray("<?xml version=\"1.0\"?>\n<books><book title=\"Größe 📖 &lt;&amp;&gt;\" author=\"\" "
                      "description=\"a&quot;b\\c\" image=\"x.png\" numInStock=\"")
        + numInStock + "\" price=\"" + price + "\" type=\"DIGITAL\" onSale=\"" + onSale + "\"" + more
        + "/></books>\n";
}

void readsEveryField(const Named &decoder, const QByteArray &body)
{
    try {
        const QList<Book> books = decoder.decode(body);
        expect(books.size() == 1, decoder.name, "one book");
        const Book &book = books.first();
        expect(book.title == QString::fromUtf8(title), decoder.name, "the title, " + book.title.toStdString());
        expect(book.author.isEmpty(), decoder.name, "an empty author");
        expect(book.description == QLatin1String("a\"b\\c"), decoder.name, "the description");
        expect(book.image == QLatin1String("x.png"), decoder.name, "the image");
        expect(book.numInStock == 1000, decoder.name, "the number in stock");
        expect(book.price == 424.56, decoder.name, "the price");
        expect(book.type == QLatin1String("DIGITAL"), decoder.name, "the type");
        expect(book.onSale, decoder.name, "on sale");
    } catch (const DecodeError &error) {
        expect(false, decoder.name, error.what());
    }
}

void refuses(const Named &decoder, const QByteArray &body)
{
    try {
        decoder.decode(body);
        expect(false, decoder.name, "took what it should not: " + body.toStdString());
    } catch (const DecodeError &error) {
        expect(error.what()[0] != '\0', decoder.name, "says why not");
    }
}

using MakeBody = QByteArray (*)(const char *, const char *, const char *, const char *);

template <std::size_t Count>
void holdAll(const Named (&decoders)[Count], MakeBody body, const std::vector<QByteArray> &others)
{
    const QByteArray right = body("1000", "424.56", "true", "");
    for (const Named &decoder : decoders) {
        readsEveryField(decoder, right);
        refuses(decoder, body("12.5", "424.56", "true", ""));
        refuses(decoder, body("4294967296", "424.56", "true", ""));
        refuses(decoder, body("18446744073709551615", "424.56", "true", ""));
        refuses(decoder, body("many", "424.56", "true", ""));
        refuses(decoder, body("1000", "dear", "true", ""));
        refuses(decoder, body("1000", "424.56", "perhaps", ""));
        refuses(decoder, QByteArray(right).replace("numInStock", "numInstock"));
        refuses(decoder, right.left(right.size() - 12));
        refuses(decoder, right + "<more/>");
        refuses(decoder, QByteArray());
        for (const QByteArray &other : others)
            refuses(decoder, other);
        // What it refused leaves nothing behind.
        readsEveryField(decoder, right);
    }
}

/** Of lists that differ in one value, down to the sign of zero and where a text ends. */
void fingerprintsDiffer()
{
    const QList<Book> books = decodeByNlohmannJson<Book>(json());
    const QByteArray right = fingerprintOf(books);
    expect(fingerprintOf(decodeBySimdjson<Book>(json())) == right, "fingerprint", "equal lists have one");
    const auto differs = [&](const char *what, auto change) {
        QList<Book> others = books;
        change(others);
        expect(fingerprintOf(others) != right, "fingerprint", what);
    };
    differs("a price", [](QList<Book> &list) { list[0].price = 424.57; });
    differs("a number", [](QList<Book> &list) { list[0].numInStock = 1001; });
    differs("a truth", [](QList<Book> &list) { list[0].onSale = false; });
    differs("where a text ends", [](QList<Book> &list) {
        list[0].author = list[0].title.right(1);
        list[0].title.chop(1);
    });
    differs("a record more", [](QList<Book> &list) { list.append(list[0]); });
    QList<Book> zeros = books;
    zeros[0].price = 0.0;
    const QByteArray zero = fingerprintOf(zeros);
    zeros[0].price = -0.0;
    expect(fingerprintOf(zeros) != zero, "fingerprint", "the sign of zero");
}

} // namespace

int main()
{
    fingerprintsDiffer();
    holdAll(jsonDecoders, json,
            {json("\"1000\""), json("1000", "\"424.56\""), json("1000", "424.56", "1"), json("true"), json("null"),
             json("1000", "424.56", "true", ",\"more\":1"), "{}", "[1]", "[{}]"});
    holdAll(xmlDecoders, xml,
            {xml("1000", "424.56", "true", "<more>1</more>"), xml("1000", "424.56", "true", "<type>PAPERBACK</type>"),
             xml("", "424.56"), "<videos/>", "<books><video/></books>", "<books><book/></books>"});
    holdAll(attributeDecoders, attributes,
            {attributes("1000", "424.56", "true", " more=\"1\""), attributes(""), "<videos/>", "<books><video/></books>", "<books><book/></books>"});
    // The QDomDocument of Qt 5 keeps the last of two attributes of one name, which no target sends: it is no XML.
    for (const Named &decoder : {attributeDecoders[0], attributeDecoders[2]})
        refuses(decoder, attributes("1000", "424.56", "true", " type=\"\""));
    if (failures > 0)
        std::fprintf(stderr, "%d failed\n", failures);
    return failures > 0 ? 1 : 0;
}
