// A check: the exchange once, and what it ends with compared with the original.
#pragma once

#include "exchange/connection-keeper.h"
#include "wire/lab.h"

#include <QJsonArray>
#include <QJsonObject>

namespace wirefare {

QJsonArray checkCells(const QJsonObject &job, Lab &lab, ConnectionKeeper &connections);

} // namespace wirefare
