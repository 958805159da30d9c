// QXmlSimpleReader (SAX 2): the reader pushes. Qt 5 has it in QtXml, marked as deprecated; Qt 6 in Core5Compat.

#include "decoding/decoders.h"
#include "decoding/text-value.h"

#include <QXmlSimpleReader>

// That Qt 5.15 advises against it is no news here: it is measured because programs have it.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace wirefare {

namespace {

/** Keeps what went wrong: SAX handlers answer false, and throw nothing through the reader. */
class Handler : public QXmlDefaultHandler {
public:
    QString errorString() const override { return m_problem; }

    bool fatalError(const QXmlParseException &error) override
    {
        if (m_problem.isEmpty())
            m_problem = error.message();
        return false;
    }

    bool endDocument() override { return m_depth == 0; }

protected:
    template <typename Do>
    bool guarded(Do work)
    {
        try {
            work();
            return true;
        } catch (const DecodeError &error) {
            m_problem = QString::fromUtf8(error.what());
            return false;
        }
    }

    int m_depth = 0;

private:
    QString m_problem;
};

void requireElement(const QString &is, const Name &name)
{
    if (is != name.latin1())
        throw DecodeError(QLatin1String("<") + is + QLatin1String("> stands where <") + name.latin1()
                          + QLatin1String("> should"));
}

template <typename Record>
class ElementsHandler : public Handler {
public:
    QList<Record> records;

    bool startElement(const QString &, const QString &, const QString &name, const QXmlAttributes &) override
    {
        return guarded([&] {
            if (m_depth == 0)
                requireElement(name, Described<Record>::root);
            else if (m_depth == 1)
                requireElement(name, Described<Record>::element);
            else if (m_depth > 2)
                throw DecodeError(QStringLiteral("an element stands within a field"));
            ++m_depth;
            m_text.clear();
        });
    }

    bool characters(const QString &text) override
    {
        m_text += text;
        return true;
    }

    bool endElement(const QString &, const QString &, const QString &name) override
    {
        return guarded([&] {
            --m_depth;
            if (m_depth == 2) {
                m_fields.one([&name](const auto &field) { return name == field.name.latin1(); },
                             [this](const auto &field, std::size_t) {
                                 readText(m_text, m_record.*field.member, field.name);
                             });
            } else if (m_depth == 1) {
                m_fields.requireAll();
                records.append(m_record);
            }
        });
    }

private:
    Record m_record;
    FieldsRead<Record> m_fields;
    QString m_text;
};

template <typename Record>
class AttributesHandler : public Handler {
public:
    QList<Record> records;

    bool startElement(const QString &, const QString &, const QString &name, const QXmlAttributes &attributes) override
    {
        return guarded([&] {
            if (m_depth == 0)
                requireElement(name, Described<Record>::root);
            else if (m_depth == 1)
                append(name, attributes);
            else
                throw DecodeError(QStringLiteral("an element stands within a record"));
            ++m_depth;
        });
    }

    bool endElement(const QString &, const QString &, const QString &) override
    {
        --m_depth;
        return true;
    }

private:
    void append(const QString &element, const QXmlAttributes &attributes)
    {
        requireElement(element, Described<Record>::element);
        Record record;
        for (int at = 0; at < attributes.count(); ++at) {
            const QString name = attributes.qName(at);
            m_fields.one([&name](const auto &field) { return name == field.name.latin1(); },
                         [&](const auto &field, std::size_t) {
                             readText(attributes.value(at), record.*field.member, field.name);
                         });
        }
        m_fields.requireAll();
        records.append(record);
    }

    FieldsRead<Record> m_fields;
};

template <typename RecordHandler>
auto recordsBy(const QByteArray &body)
{
    RecordHandler handler;
    QXmlInputSource source;
    source.setData(body);
    QXmlSimpleReader reader;
    reader.setContentHandler(&handler);
    reader.setErrorHandler(&handler);
    if (!reader.parse(&source))
        throw DecodeError(handler.errorString());
    return handler.records;
}

} // namespace

template <typename Record>
QList<Record> decodeByXmlSimpleReader(const QByteArray &body)
{
    return recordsBy<ElementsHandler<Record>>(body);
}

template <typename Record>
QList<Record> decodeAttributesByXmlSimpleReader(const QByteArray &body)
{
    return recordsBy<AttributesHandler<Record>>(body);
}

WIREFARE_FOR_EACH_RECORD(decodeByXmlSimpleReader)
WIREFARE_FOR_EACH_RECORD(decodeAttributesByXmlSimpleReader)

} // namespace wirefare
