// Fields of a struct by name, known to the compiler: what it makes of a table is what one would write by hand,
// `if (name == "title") …; else if (name == "author") …`.
#pragma once

#include "decoding/decode-error.h"

#include <QLatin1String>
#include <QString>

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <utility>

namespace wirefare {

/** An ASCII name, for Qt and for the standard library. */
struct Name {
    std::string_view text;
    constexpr explicit Name(std::string_view text) : text(text) {}
    QLatin1String latin1() const { return QLatin1String(text.data(), static_cast<int>(text.size())); }
};

template <typename Record, typename Value>
struct Field {
    Name name;
    Value Record::*member;
};

template <typename Record, typename Value>
constexpr Field<Record, Value> field(std::string_view name, Value Record::*member)
{
    return {Name(name), member};
}

/** Specialised for each record: its names and its fields. */
template <typename Record>
struct Described;

template <typename Record>
inline constexpr std::size_t fieldCount = std::tuple_size_v<decltype(Described<Record>::fields)>;

namespace detail {
template <typename Record, typename Visit, std::size_t... Index>
void visitFields(Visit &visit, std::index_sequence<Index...>)
{
    (visit(std::get<Index>(Described<Record>::fields), Index), ...);
}

template <typename Record, typename Is, typename Visit, std::size_t... Index>
bool visitFirst(const Is &is, Visit visit, std::index_sequence<Index...>)
{
    const auto visited = [&visit](const auto &found, std::size_t index) {
        visit(found, index);
        return true;
    };
    return ((is(std::get<Index>(Described<Record>::fields)) && visited(std::get<Index>(Described<Record>::fields), Index))
            || ...);
}
} // namespace detail

/** Calls `visit(field, index)` for each field, in their order. */
template <typename Record, typename Visit>
void forEachField(Visit visit)
{
    detail::visitFields<Record>(visit, std::make_index_sequence<fieldCount<Record>>());
}

/** The fields of one record as a body brings them, in any order: none twice, none missing, none that is not there. */
template <typename Record>
class FieldsRead {
    static_assert(fieldCount<Record> < 32, "a bit for each field");

public:
    /** Calls `read(field, index)` of the field for which `is(field)`; throws a DecodeError where there is none. */
    template <typename Is, typename Read>
    void one(const Is &is, Read read)
    {
        const bool found = detail::visitFirst<Record>(
            is,
            [this, &read](const auto &field, std::size_t index) {
                if ((m_seen & bit(index)) != 0)
                    throw DecodeError("two fields have the name " + std::string(field.name.text));
                m_seen |= bit(index);
                read(field, index);
            },
            std::make_index_sequence<fieldCount<Record>>());
        if (!found)
            throw DecodeError("there is a field that " + std::string(Described<Record>::record.text) + " does not have");
    }

    /** Throws a DecodeError where one is missing; then all may come again, for the next record. */
    void requireAll()
    {
        if (m_seen != bit(fieldCount<Record>) - 1)
            throw DecodeError("a field of " + std::string(Described<Record>::record.text) + " is missing");
        m_seen = 0;
    }

private:
    static constexpr unsigned bit(std::size_t index) { return 1U << index; }

    unsigned m_seen = 0;
};

} // namespace wirefare
