// What a cell's client does with a body: decode it into a list of structs, compute on that, and compare it with the
// original. One kind for each record; made before anything is timed.
#pragma once

#include "wire/cell.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <memory>

namespace wirefare {

/** The records of one exchange, until they are compared. */
class Kept {
public:
    virtual ~Kept() = default;

    /** As Work has it. */
    virtual QString differenceFrom(const QByteArray &original) const = 0;
    /** Tells it from other records of the cell: what was found right is remembered by it. */
    virtual QByteArray fingerprint() const = 0;
};

class Work {
public:
    virtual ~Work() = default;

    /** Lets go of the records, so that nobody pays for it while time runs. */
    virtual void clear() = 0;
    /** Throws a DecodeError. */
    virtual void decode(const QByteArray &body) = 0;
    /** The cell's computation, in place. */
    virtual void compute() = 0;
    virtual int count() const = 0;
    /** The first difference from the original (JSON) in words; empty where there is none. */
    virtual QString differenceFrom(const QByteArray &original) const = 0;
    /** The records, taken out of this work: to be compared when nothing is timed. */
    virtual std::unique_ptr<Kept> take() = 0;
    /** Sets so many copies of the records aside, none of which shares its list with another. */
    virtual void copy(int copies) = 0;
    /** Computes on one of them. */
    virtual void computeOnCopy(int index) = 0;
};

/** Throws a DecodeError with the reason where this client has no struct, decoder or computation for the cell. */
std::unique_ptr<Work> workFor(const Cell &cell);

/** `format/codec`, all. */
QStringList codecNames();

} // namespace wirefare
