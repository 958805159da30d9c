#include "exchange/work.h"

// Before the decoders: in another order g++ inlines the sorts differently, and what is timed is other code.
#include "exchange/computations.h"

#include "decoding/decoders.h"
#include "decoding/difference.h"
#include "decoding/fingerprint.h"
#include "decoding/schema-match.h"

#include <utility>
#include <vector>

namespace wirefare {

namespace {

template <typename Record>
using Decode = QList<Record> (*)(const QByteArray &);

template <typename Record>
struct NamedDecoder {
    const char *name;
    Decode<Record> decode;
};

template <typename Record>
constexpr NamedDecoder<Record> decoders[] = {
    {"json/QJsonDocument", decodeByQJsonDocument<Record>},
    {"json/nlohmann-json", decodeByNlohmannJson<Record>},
    {"json/simdjson", decodeBySimdjson<Record>},
    {"xml/QXmlStreamReader", decodeByXmlStreamReader<Record>},
    {"xml/QDomDocument", decodeByDomDocument<Record>},
    {"xml/QXmlSimpleReader", decodeByXmlSimpleReader<Record>},
    {"xml-attributes/QXmlStreamReader", decodeAttributesByXmlStreamReader<Record>},
    {"xml-attributes/QDomDocument", decodeAttributesByDomDocument<Record>},
    {"xml-attributes/QXmlSimpleReader", decodeAttributesByXmlSimpleReader<Record>},
};

template <typename Record>
class KeptRecords : public Kept {
public:
    explicit KeptRecords(QList<Record> records) : m_records(std::move(records)) {}

    QString differenceFrom(const QByteArray &original) const override
    {
        return firstDifference(m_records, original);
    }
    QByteArray fingerprint() const override { return fingerprintOf(m_records); }

private:
    QList<Record> m_records;
};

template <typename Record>
class RecordWork : public Work {
public:
    RecordWork(Decode<Record> decode, Computation<Record> computation)
        : m_decode(decode), m_computation(std::move(computation))
    {
    }

    void clear() override
    {
        m_before.clear();
        m_records.clear();
        m_copies.clear();
    }
    void decode(const QByteArray &body) override
    {
        // The list before is let go of by clear(), not while time runs.
        m_before = std::move(m_records);
        m_records = m_decode(body);
    }
    void compute() override { m_computation(m_records); }
    int count() const override { return static_cast<int>(m_records.size()); }
    QString differenceFrom(const QByteArray &original) const override
    {
        return firstDifference(m_records, original);
    }
    std::unique_ptr<Kept> take() override
    {
        return std::make_unique<KeptRecords<Record>>(std::exchange(m_records, {}));
    }
    void copy(int copies) override
    {
        m_copies.assign(static_cast<std::size_t>(copies), m_records);
        // A QList is copied when it is first written to, which would be while time runs.
        for (QList<Record> &each : m_copies)
            each.detach();
    }
    void computeOnCopy(int index) override { m_computation(m_copies[static_cast<std::size_t>(index)]); }

private:
    Decode<Record> m_decode;
    Computation<Record> m_computation;
    QList<Record> m_before;
    QList<Record> m_records;
    std::vector<QList<Record>> m_copies;
};

template <typename Record>
std::unique_ptr<Work> workOf(const Cell &cell)
{
    if (!isSchemaOf<Record>(cell.schema))
        return nullptr;
    const QString name = cell.format + QLatin1Char('/') + cell.codec;
    for (const auto &[decoder, decode] : decoders<Record>) {
        if (name == QLatin1String(decoder))
            return std::make_unique<RecordWork<Record>>(decode, computationNamed<Record>(cell.computation));
    }
    throw DecodeError(QStringLiteral("the Qt client has no decoder %1").arg(name));
}

} // namespace

std::unique_ptr<Work> workFor(const Cell &cell)
{
    if (!cell.refusal.isEmpty())
        throw DecodeError(cell.refusal);
    if (auto work = workOf<Book>(cell))
        return work;
    if (auto work = workOf<Video>(cell))
        return work;
    if (auto work = workOf<File>(cell))
        return work;
    throw DecodeError(QStringLiteral("the Qt client has structs for books, videos and files, and none for %1").arg(cell.dataset));
}

QStringList codecNames()
{
    QStringList names;
    for (const auto &decoder : decoders<Book>)
        names.append(QLatin1String(decoder.name));
    return names;
}

} // namespace wirefare
