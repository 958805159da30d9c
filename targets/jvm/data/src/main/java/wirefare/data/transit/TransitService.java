package wirefare.data.transit;

import wirefare.data.RefusedCallException;

/**
 * The transit service of hameseder-2011 as targets/DATA.md has it: what it answers depends on the request alone. It may be
 * used by many threads at once.
 */
public final class TransitService {
    static final String OK = "OK";

    private final Network network = NetworkDraw.network();

    /** @throws RefusedCallException where a field is missing */
    public InitResponse init(InitRequest request) {
        return InitMethod.answer(request);
    }

    /** @throws RefusedCallException where a field is missing or its value out of range */
    public CheckNameResponse checkName(CheckNameRequest request) {
        return CheckNameMethod.answer(network, request);
    }

    /** @throws RefusedCallException where a field is missing or its value out of range */
    public GetRouteResponse getRoute(GetRouteRequest request) {
        return GetRouteMethod.answer(network, request);
    }
}
