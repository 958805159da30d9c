// Marks → the sample that is posted. Differences stand as they are, negative ones too.
#pragma once

#include "exchange/exchange.h"

#include <QJsonObject>

namespace wirefare {

struct SamplePlace {
    QString cell;
    int block = 0;
    int sequence = 0;
    bool isCold = false;
};

QJsonObject sampleOf(const SamplePlace &place, const ExchangeMarks &marks);

} // namespace wirefare
